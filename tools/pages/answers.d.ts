// What the server answers at an address, and what it is sent there: worked out from its OpenAPI description.

import type {paths} from "interface";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** An address without its query. */
type Place<Address extends string> = Address extends `${infer Before}?${string}` ? Before : Address;

/** The addresses that a description such as `/api/rules/{system}` means. */
type Meant<Described extends string> = Described extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Meant<After>}`
  : Described;

/** Whether an address is one of those that a description means, part by part. */
type Fits<Address, Described> = Address extends `${infer One}/${infer Rest}`
  ? Described extends `${infer Other}/${infer Others}`
    ? Fits<One, Other> extends true
      ? Fits<Rest, Others>
      : false
    : false
  : Described extends `${string}/${string}`
    ? false
    : Described extends `{${string}}`
      ? true
      : Address extends Described
        ? true
        : false;

/** The description of an address: the one that is written alike, or else the one that it fits. */
type Same<Address extends string> = {
  [Described in keyof paths]: Address extends Meant<Described>
    ? Meant<Described> extends Address
      ? Described
      : never
    : never;
}[keyof paths];
type Fitting<Address extends string> = {
  [Described in keyof paths]: Fits<Address, Described> extends true ? Described : never;
}[keyof paths];
type Described<Address extends string> = [Same<Address>] extends [never] ? Fitting<Address> : Same<Address>;

type Operation<Address extends string, Verb extends Method> = paths[Described<Place<Address>>][Lowercase<Verb>];
type Content<Answer> = Answer extends {content: {"application/json": infer Body}} ? Body : never;

/** What the server answers; `unknown` at an address that it does not have. */
export type Answer<Address extends string, Verb extends Method = "GET"> = [Described<Place<Address>>] extends [never]
  ? unknown
  : Operation<Address, Verb> extends {responses: infer Answers}
    ? Content<Answers[keyof Answers & (200 | 201)]>
    : unknown;

/** The guides of all systems, by their names. */
export type Guides = {
  [Path in keyof paths as Path extends `/api/matches/{match}/guide/${infer Name}` ? Name : never]: paths[Path]["get"];
};

/** What a guide answers. */
export type Guided<Name extends keyof Guides> = Guides[Name] extends {
  responses: {200: {content: {"application/json": {[Key in Name]: infer Told}}}};
}
  ? Told
  : never;

/** What is sent to the server. */
export type Sent<Address extends string, Verb extends Method = "POST"> =
  Operation<Address, Verb> extends {requestBody: {content: {"application/json": infer Body}}} ? Body : undefined;
