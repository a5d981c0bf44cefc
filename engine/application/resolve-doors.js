// Runs in Node's own thread for finding modules: the names of the doors lead to the product, whoever imports them.
let doors = {};

export function initialize(given) {
  doors = given;
}

export function resolve(specifier, context, next) {
  return next(Object.hasOwn(doors, specifier) ? doors[specifier] : specifier, context);
}
