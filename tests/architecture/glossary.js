// Words that were replaced by standard terms and must not come back. The lint rule `local/plain-words` checks names, as separate words
// (`keptAnswer` is "kept answer"), comments, and the texts that tell the members of a union apart; plain-words.test.ts checks other texts
// and the names of files. All are compared in lower case.

/** @type {readonly { readonly words: string, readonly instead: string }[]} `words` is a regular expression. */
export const GLOSSARY = [
  { words: 'anew', instead: 'again' },
  { words: 'askers?', instead: 'requester' },
  { words: 'astray', instead: 'uncaught, wrong' },
  { words: 'change books?', instead: 'change tracker' },
  { words: 'crowd', instead: 'what the code does' },
  { words: 'deeds?', instead: 'action' },
  { words: 'foundations?', instead: 'invariant' },
  { words: 'gatherers?', instead: 'loader' },
  { words: 'hearers?', instead: 'listener' },
  { words: 'in clear', instead: 'plaintext' },
  { words: 'in save', instead: 'in transaction' },
  { words: 'kept answers?', instead: 'idempotency record' },
  { words: 'kept forms?', instead: 'local draft' },
  { words: 'kept orders?', instead: 'order cache' },
  { words: 'kept pages?', instead: 'page cache' },
  { words: 'kept totals?', instead: 'count cache' },
  { words: 'lanes?', instead: 'column (of a board), queue' },
  { words: 'let go', instead: 'release' },
  { words: 'likeness(es)?', instead: 'similarity' },
  { words: 'line of time', instead: 'timeline' },
  { words: 'makings', instead: 'input' },
  { words: 'number books?', instead: 'sequences' },
  { words: 'own drafts?', instead: 'system document' },
  { words: 'patiently', instead: 'with retry' },
  { words: 'resting value', instead: 'debounced value' },
  { words: 'seal(s|ed|ing)?', instead: 'encrypt, encrypted' },
  { words: 'shape books?', instead: 'schema registry' },
  { words: 'sight', instead: 'visible, visibility' },
  { words: 'stands?|stood', instead: 'what the code does' },
  { words: 'strays?', instead: 'uncaught error' },
  { words: 'surroundings', instead: 'context' },
  { words: 'take back', instead: 'revert, undo' },
  { words: 'taken back', instead: 'reverted, undone' },
  { words: 'unheard', instead: 'unhandled' },
  { words: 'unit drafts?', instead: 'unit of work builder' },
  { words: 'unwieldy', instead: 'large' },
  { words: 'view faces?', instead: 'view type' },
  { words: 'wish(es)?', instead: 'request, subscription' },
];

/**
 * Words that are plain in a sentence, and say too little as a name: "the answer", "what is kept". Only names are checked.
 * @type {readonly { readonly words: string, readonly instead: string }[]}
 */
export const VAGUE_NAMES = [
  { words: '(un)?answer(s|ed)?', instead: 'response, result, unconfirmed, or what it contains' },
  { words: 'ask(s|ed)?', instead: 'request, requested, or what is requested' },
  { words: 'gates?', instead: 'guard, requirement' },
  { words: 'hears?|heard', instead: 'listen, received' },
  { words: 'held', instead: 'current, stored, blocked, or what it contains' },
  { words: 'kept', instead: 'stored, cached, remaining' },
  { words: 'look ups?|lookups', instead: 'finder, find' },
  { words: 'rooms?', instead: 'package, remaining' },
  { words: 'tells?|told', instead: 'notify, report, or what is reported' },
];

/** Properties of stored documents, which keep their names: `asked` of a change. */
const STORED_NAMES = new Set(['asked']);

const ROWS = GLOSSARY.map(({ words, instead }) => ({ pattern: new RegExp(`\\b(${words})\\b`), instead }));
const ANY = new RegExp(`\\b(${GLOSSARY.map(({ words }) => words).join('|')})\\b`);

/** The message for a replaced word in a text, or undefined. */
export function checkWords(text) {
  const [found] = ANY.exec(text.toLowerCase().replace(/[\s*_-]+/g, ' ')) ?? [];
  return found === undefined
    ? undefined
    : `"${found}" was replaced (tests/architecture/glossary.js): ${ROWS.find(({ pattern }) => pattern.test(found)).instead}`;
}

/** The same for a name, whose parts are words. `isMember`: it is the name of a property. */
export function checkName(name, isMember = false) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return checkWords(words) ?? (isMember && STORED_NAMES.has(name) ? undefined : checkVagueness(words));
}

function checkVagueness(words) {
  const spaced = words.toLowerCase().replace(/[\s*_-]+/g, ' ');
  const found = VAGUE_NAMES.find((row) => new RegExp(`\\b(${row.words})\\b`).test(spaced));
  return found && `"${words}" is too vague a name (tests/architecture/glossary.js): ${found.instead}`;
}
