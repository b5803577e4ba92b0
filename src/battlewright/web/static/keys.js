// The keys of a match: digits choose, arrows move the cursor, Enter confirms, Escape lets go.

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

export function keys(page) {
  document.addEventListener("keydown", (event) => {
    const target = event.target,
      isTyping = target.matches("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !page.scene) return;
    if (event.key === "Escape") {
      target.blur();
      page.escape();
      return;
    }
    if (isTyping || target.closest(".log, details[open]")) return;
    if (!done(page, event, target)) return;
    event.preventDefault();
    if (target.closest("button, a, summary")) target.blur(); // so that Enter confirms, and does not press it again
  });
  document.addEventListener("click", (event) => {
    if (event.detail) event.target.closest("header button, .modes button, .zooms button")?.blur();
  });
}

function done(page, event, target) {
  const {panel} = page,
    {key} = event;
  if (key in ARROWS && page.arrow) {
    page.arrow(...ARROWS[key], event.shiftKey);
    return true;
  }
  if (key === "Enter" || key === " ") {
    const isOther = target.closest("button, a, summary") && !target.closest(".table");
    if (isOther) return false;
    page.enter();
    return true;
  }
  const commands = {
    u: () => page.isPlayer && page.send({kind: "undo"}),
    v: () => page.header.toggleAdvice(),
    "/": () => document.getElementById("typed").focus(),
    ...page.commands(),
  };
  if (panel.press(key.toLowerCase())) return true;
  if (!(key in commands)) return false;
  commands[key]();
  return true;
}
