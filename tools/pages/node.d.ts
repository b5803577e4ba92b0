// What the unit tests of the pages use of Node. All of Node's types would give timers other types than a browser has.

declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  export function equal<Value>(actual: Value, expected: Value): void;
  export function deepEqual<Value>(actual: Value, expected: Value): void;
  export function ok(value: unknown): asserts value;
  export function throws(act: () => unknown, expected: RegExp): void;
}
