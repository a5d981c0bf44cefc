import type { PluginContext } from '#engine';
import { toText, type JsonValue } from '#engine/model';
import { isSignature } from '../../shared/check-value.ts';
import { listInputs } from '../../shared/conditions.ts';
import type { DocumentData, DocumentInput } from '../../shared/document.ts';
import type { FillInput } from '../pdf/index.ts';
import type { Instance } from './instances.ts';
import { listFiles, type SignerFile } from './signer-files.ts';

type Context = Pick<PluginContext, 'files' | 'records'>;

/** Reads a stored file with the rights of the product. Errors: `file_not_found`. */
export async function readFile({ files }: Pick<Context, 'files'>, path: string): Promise<Buffer> {
  const { content } = await files.openAsProduct(path);
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What is written into the pages of a document: the values of those who have signed, with their signatures. */
export async function readFillInput(context: Context, instance: Instance): Promise<FillInput> {
  const files = await listFiles(context, instance.id);
  const data = addResponses(instance, files);
  const paths = listInputs(data).flatMap(({ value }) => (isSignature(value) && value.path !== undefined ? [value.path] : []));
  const pictures: { [path: string]: Uint8Array } = {};
  for (const path of new Set(paths)) pictures[path] = await readFile(context, path);
  return { content: await readFile(context, toText(instance.record['file'])), data, pictures, title: instance.title };
}

function addResponses({ data, responses }: Instance, files: readonly SignerFile[]): DocumentData {
  const nameOf = (value: JsonValue | undefined): JsonValue | undefined => files.find(({ path }) => path === value)?.name ?? value;
  const add = (input: DocumentInput): DocumentInput => {
    const response = responses[input.id];
    if (response === undefined) return input;
    const value = input.type.inputType === 'File' ? nameOf(response) : response;
    return value === undefined ? input : { ...input, value };
  };
  return { pages: data.pages.map((page) => ({ ...page, inputs: page.inputs.map(add) })) };
}

/** The values by the names of their inputs, as the field `completionDetails` has them. */
export function listResponses({ data, responses }: Instance): { readonly [name: string]: JsonValue } {
  const given = listInputs(data).flatMap(({ id, field, value }) => {
    const response = responses[id] ?? value;
    const isText = typeof response === 'string' || typeof response === 'number' || typeof response === 'boolean';
    const name = field.name.replace(/[.$]/g, '_');
    return isText && name !== '' ? [[name, response] as const] : [];
  });
  return Object.fromEntries(given);
}
