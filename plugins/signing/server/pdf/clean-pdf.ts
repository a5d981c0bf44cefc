import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from 'pdf-lib';
import type { RemovedPart } from './contract.ts';

/** Actions that readers may run: they go to a page, or open a web page that the user clicked. */
const HARMLESS_ACTIONS = new Set(['/URI', '/GoTo', '/Named', '/Thread']);
const ACTIONS = new Set(
  ['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'ResetForm', 'GoToR', 'GoToE', 'Rendition', 'Movie', 'Sound', 'Hide']
    .concat('SetOCGState', 'Trans', 'GoTo3DView', 'GoToDp', 'RichMediaExecute')
    .map((name) => `/${name}`),
);
/** Annotations that carry files or programs. */
const ACTIVE_ANNOTATIONS = new Set(['/FileAttachment', '/RichMedia', '/Screen', '/3D', '/Movie', '/Sound']);

/**
 * Removes what can act in a reader (scripts, actions that start or send something), files inside of the file, and earlier digital signatures,
 * which filling in would break. Then removes all objects that nothing refers to, so that nothing of it is left. Returns what it had.
 */
export function cleanPdf(document: PDFDocument): readonly RemovedPart[] {
  const removed = new Set<RemovedPart>();
  const { catalog, context } = document;
  for (const [key, part] of CATALOG_ENTRIES) if (catalog.delete(PDFName.of(key)) && part !== undefined) removed.add(part);
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict);
  if (names?.delete(PDFName.of('JavaScript')) === true) removed.add('scripts');
  if (names?.delete(PDFName.of('EmbeddedFiles')) === true) removed.add('files');
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    // What the library could not parse would be copied as it is, and other readers may parse it.
    if (object instanceof PDFInvalidObject) context.delete(ref);
    else cleanObject(context, object, removed);
  }
  collectGarbage(document);
  return [...removed].sort();
}

const CATALOG_ENTRIES: readonly (readonly [key: string, part: RemovedPart | undefined])[] = [
  ['AA', 'scripts'],
  ['Perms', 'signatures'],
  ['DSS', 'signatures'],
  ['AF', 'files'],
  ['Collection', 'files'],
  ['Legal', undefined],
  ['Requirements', undefined],
];

/** Direct objects inside of each other that are followed. */
const MAX_DEPTH = 100;

function cleanObject(context: PDFContext, object: PDFObject, removed: Set<RemovedPart>, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  if (object instanceof PDFStream) cleanDict(context, object.dict, removed, depth);
  else if (object instanceof PDFDict) cleanDict(context, object, removed, depth);
  else if (object instanceof PDFArray)
    for (let index = object.size() - 1; index >= 0; index -= 1) {
      const part = findActivePart(context.lookup(object.get(index)));
      if (part !== undefined) {
        object.remove(index);
        removed.add(part);
      } else cleanObject(context, object.get(index), removed, depth + 1);
    }
}

function cleanDict(context: PDFContext, dict: PDFDict, removed: Set<RemovedPart>, depth: number): void {
  for (const [key, value] of dict.entries()) {
    const name = key.asString();
    const isScript = name === '/AA' || name === '/JS' || name === '/XFA';
    const part = isScript ? 'scripts' : name === '/EF' ? 'files' : findActivePart(context.lookup(value));
    if (part !== undefined) {
      dict.delete(key);
      removed.add(part);
    } else cleanObject(context, value, removed, depth + 1);
  }
}

function findActivePart(object: PDFObject | undefined): RemovedPart | undefined {
  if (!(object instanceof PDFDict)) return undefined;
  const action = String(object.lookup(PDFName.of('S')));
  if (ACTIONS.has(action)) return action === '/JavaScript' ? 'scripts' : 'actions';
  const isAction = object.lookup(PDFName.of('Type')) === PDFName.of('Action');
  if (isAction && !HARMLESS_ACTIONS.has(action)) return 'actions';
  if (action === '/URI' && !/^\((https?:|mailto:)|^</i.test(String(object.lookup(PDFName.of('URI'))))) return 'actions';
  return ACTIVE_ANNOTATIONS.has(String(object.lookup(PDFName.of('Subtype')))) && object.has(PDFName.of('Rect')) ? 'files' : undefined;
}

/** Deletes the objects that cannot be reached. */
export function collectGarbage({ context }: PDFDocument): void {
  const reached = new Set<PDFRef>();
  const { Root, Info } = context.trailerInfo;
  const waiting: PDFObject[] = [Root, Info].filter((one) => one !== undefined);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      reached.add(object);
      const target = context.lookup(object);
      if (target !== undefined) waiting.push(target);
    } else if (object instanceof PDFStream) waiting.push(...object.dict.values());
    else if (object instanceof PDFDict) waiting.push(...object.values());
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}
