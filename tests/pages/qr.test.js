import {deepEqual, equal, throws} from "node:assert/strict";
import {test} from "node:test";
import {qrCode, qrPath} from "/static/qr.js";

/** The smallest code, full, as other encoders draw it. */
const SMALLEST = `
####### #  #  #######
#     #   #   #     #
# ### # #  #  # ### #
# ### #   # # # ### #
# ### #   ### # ### #
#     # # #   #     #
####### # # # #######
          ###        
# #   ## #  #  #  # #
  ####   ####   #   #
 # #####  # #########
 ## ## ##    # # # # 
##### ##### ##  #  ##
        #  ###  #   #
####### ### ##  ### #
#     #  ##  # ###  #
# ### #  ##### ###   
# ### #   # ### ###  
# ### # #####   #####
#     #  #  ## # #   
####### #  ##  ###  #`;

/** The length of the longest text of each version, and a hash of its code under the mask with the rest of the version
 * by eight, as other encoders draw it. */
const FULL = [
  [14, 3364627783],
  [26, 1827506407],
  [42, 3023567493],
  [62, 3780320901],
  [84, 4264476738],
  [106, 3033549999],
  [122, 2448407039],
  [152, 4283908301],
  [180, 696639130],
  [213, 2435418823],
  [251, 3054857287],
  [287, 3207829337],
  [331, 2450131437],
  [362, 667407629],
  [412, 3055253676],
];

const TEXT = "a place for two at the table: ".repeat(20);
const rows = (/** @type {boolean[][]} */ code) => code.map((row) => row.map((isDark) => (isDark ? "#" : " ")).join(""));
const hash = (/** @type {boolean[][]} */ code) =>
  code.flat().reduce((sum, isDark) => Math.imul(sum ^ (isDark ? 49 : 48), 16777619) >>> 0, 0x811c9dc5);

test("a code is drawn module by module as the standard says", () => {
  equal(`\n${rows(qrCode("a place for tw", 1)).join("\n")}`, SMALLEST);
  deepEqual(
    FULL.map(([length], index) => [length, hash(qrCode(TEXT.slice(0, length), (index + 1) % 8))]),
    FULL,
  );
});

test("a text takes the smallest code that holds it, and one that is too long is refused", () => {
  for (const [index, [length]] of FULL.slice(0, 3).entries()) {
    equal(qrCode(TEXT.slice(0, length)).length, 4 * index + 21);
    equal(qrCode(TEXT.slice(0, length + 1)).length, 4 * index + 25);
  }
  throws(() => qrCode(TEXT.slice(0, 413)), /too long/);
});

test("a drawing has the light margin of four modules", () => {
  const {path, size} = qrPath("https://table.example");
  equal(size, 25 + 8);
  equal(path.startsWith("M4 4h1v1h-1z"), true);
});
