// Runs in Node's own thread for finding modules: the names of the doors lead to the product, whoever imports them.
let entryPoints = {};

export function initialize(given) {
  entryPoints = given;
}

export function resolve(specifier, context, next) {
  return next(Object.hasOwn(entryPoints, specifier) ? entryPoints[specifier] : specifier, context);
}
