// The options of functions: their names, and the types of their values. What is not in the tables is an error.

const isType = (type) => (value) => typeof value === type;
const isList = (value) => Array.isArray(value) && value.every(isType("string"));
const types = {
  boolean: ["true or false", isType("boolean")],
  count: ["a positive integer", (value) => Number.isInteger(value) && value > 0],
  function: ["a function", isType("function")],
  object: ["an object", isType("object")],
  schemes: ["a list of strings", isList],
  string: ["a string", isType("string")],
};

/** How links are found. */
export const searchOptions = {
  addresses: types.boolean,
  conforms: types.string,
  kinds: ['"all", "delimited" or a list of kinds', (value) => typeof value === "string" || isList(value)],
  maxLen: types.count,
  names: types.boolean,
  rejoin: types.boolean,
  schemes: types.schemes,
  width: ["an integer from 0 to 8388607", (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 23],
  www: types.boolean,
};

/** Those of the larger module. */
export const messageOptions = { refang: types.boolean, unwrap: types.boolean };

/** Which links can be clicked. */
export const filterOptions = { filter: types.function, openSchemes: types.schemes };

/** What a link that can be clicked looks like. */
export const anchorOptions = {
  attributes: ["an object of strings, without href and handlers of events", (value) =>
    typeof value === "object" && value !== null &&
    Object.entries(value).every(([name, text]) => /^(?!on|href$)[a-z][\w.:-]*$/i.test(name) && typeof text === "string")],
  className: types.string,
  format: types.function,
  rel: types.string,
  target: types.string,
  truncate: types.count,
};

/** Those of documents, and of their links in tasks. */
export const documentOptions = { generated: types.string };
export const taskOptions = { onProgress: types.function, signal: types.object };

/** Checks options, and returns them without those that are not given, split as the tables are. */
export function splitOptions(options, ...tables) {
  if (typeof options !== "object" || options === null) throw new TypeError("options must be an object");
  const split = tables.map(() => ({}));
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const index = tables.findIndex((table) => Object.keys(table).includes(name));
    if (index < 0) {
      const names = tables.flatMap((table) => Object.keys(table)).sort();
      throw new TypeError(`no option is called ${name}; the options are ${names.join(", ")}`);
    }
    const [type, isValid] = tables[index][name];
    // Of any iterable, such as a set, a list is made.
    const given = typeof value === "object" && value !== null && Symbol.iterator in value ? [...value] : value;
    const Fault = typeof value === "number" && type.includes("integer") ? RangeError : TypeError;
    if (!isValid(given)) throw new Fault(`${name} must be ${type}`);
    if (tables[index][name] === types.schemes) given.forEach(checkScheme);
    split[index][name] = given;
  }
  return split;
}

function checkScheme(name) {
  if (!/^[a-z][a-z\d+.-]*$/i.test(name)) throw new RangeError(`${name} is no scheme`);
}

/** Throws if a value is no string. */
export function checkString(value, name) {
  if (typeof value !== "string") throw new TypeError(`the ${name} must be a string`);
}
