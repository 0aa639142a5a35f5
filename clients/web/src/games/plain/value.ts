// A value on the table of any kind of game, as REST has it in JSON.

export type Value = null | boolean | number | string | readonly Value[] | Group;
export interface Group {
  readonly [name: string]: Value;
}

export const isGroup = (value: Value | undefined): value is Group => typeof value === "object" && value !== null && !Array.isArray(value);
