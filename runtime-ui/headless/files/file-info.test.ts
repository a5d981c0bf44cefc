import { expect, it } from 'vitest';
import { getFilePreviewKind, findFileProblem } from './file-info.ts';

const rules = { maxBytes: 100 * 1_048_576, extensions: ['pdf', 'png'] };

it('displays files by their extension, as specified', () => {
  for (const [name, look] of [
    ['a.MP4', 'video'],
    ['a.webm', 'video'],
    ['a.ogg', 'video'],
    ['a.jpeg', 'image'],
    ['a.jpg', 'image'],
    ['a.gif', 'image'],
    ['a.png', 'image'],
    ['a.bmp', 'image'],
    ['a.pdf', 'pdf'],
    ['a.svg', 'link'],
    ['a.docx', 'link'],
    ['pdf', 'link'],
  ] as const)
    expect(getFilePreviewKind(name), name).toBe(look);
});

it('finds what the server would refuse before the file is sent', () => {
  expect(findFileProblem({ name: 'a.PDF', size: 1 }, rules)).toBeUndefined();
  expect(findFileProblem({ name: 'a.pdf', size: 0 }, rules)).toEqual({ kind: 'empty' });
  expect(findFileProblem({ name: 'a.pdf', size: 2 * 1_073_741_824 }, rules)).toEqual({ kind: 'tooLarge', limit: '100 MB' });
  expect(findFileProblem({ name: 'a.exe', size: 0 }, rules)).toEqual({ kind: 'notAccepted', extension: 'exe' });
  expect(findFileProblem({ name: 'README', size: 1 }, rules)).toEqual({ kind: 'notAccepted', extension: '' });
});
