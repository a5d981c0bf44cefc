import { MusterError } from '../errors/index.ts';

const MAX_NAME_LENGTH = 150;
/** Control characters, and those that change the text direction: 'gpj.exe' must not look like 'exe.jpg'. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The extension of a name in lower case, "" for none. */
export function extensionOf(name: string): string {
  return (/[^.]\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1] ?? '').toLowerCase();
}

/** The display name of a file: without folders and invisible characters, at most 150 characters, with its extension. */
export function cleanName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]*\.([A-Za-z0-9]{1,12})$/, 'file.$1')
    .replace(/^[ .]+|[ .]+$/g, '');
  const extension = extensionOf(name);
  if (name === '') return 'file';
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name;
  return extension === ''
    ? characters.slice(0, MAX_NAME_LENGTH).join('')
    : `${characters.slice(0, MAX_NAME_LENGTH - extension.length - 1).join('')}.${extension}`;
}

/** The name in a file's address (specification 3, section 5): non-word characters stripped, a timestamp appended, the extension kept. */
export function addressName(name: string, at: number): string {
  const extension = extensionOf(name);
  const base = extension === '' ? name : name.slice(0, -extension.length - 1);
  const words = base.normalize('NFKD').replace(/\W/g, '').slice(0, 80) || 'file';
  return `${words}_${at}${extension === '' ? '' : `.${extension}`}`;
}

const FOLDER = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,59}$/;
const MAX_FOLDERS = 5;

/** The folders of a path, from the folder that the client sent; undefined when they are not allowed. */
export function readFolders(given: string): readonly string[] | undefined {
  const folders = given.split('/').filter((part) => part !== '');
  if (folders[0] === 'api' && folders[1] === 'files') folders.splice(0, 2);
  return folders.length <= MAX_FOLDERS && folders.every((folder) => FOLDER.test(folder)) ? folders : undefined;
}

/** Errors: `body_invalid` for a folder that is not allowed in a path. */
export function foldersOf(folder: string | undefined): readonly string[] {
  const folders = readFolders(folder ?? '');
  if (folders === undefined)
    throw new MusterError('body_invalid', {
      values: { reason: 'folder names consist of letters, digits, ".", "_", "~" and "-", and a path has at most 5 folders' },
    });
  return folders;
}
