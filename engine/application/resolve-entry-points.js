// Runs in Node's module loader thread: resolves the names of the entry points to the product, whichever file imports them.
let entryPoints = {};

export function initialize(given) {
  entryPoints = given;
}

export function resolve(specifier, context, next) {
  return next(Object.hasOwn(entryPoints, specifier) ? entryPoints[specifier] : specifier, context);
}
