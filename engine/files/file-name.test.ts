import { expect, it } from 'vitest';
import { addressName, cleanName, extensionOf, readFolders } from './file-name.ts';

it('cleans display names: no folders, invisible characters or trailing dots; keeps the extension', () => {
  expect(
    [
      'C:\\fakepath\\Plan.pdf',
      '../../etc/passwd',
      'a\u0000b\u202Ec.png',
      '  My   plan .pdf ',
      '...',
      '.pdf',
      '',
      'a<b>:"|?*.txt',
      're\u0301sume\u0301.txt',
    ].map(cleanName),
  ).toEqual(['Plan.pdf', 'passwd', 'abc.png', 'My plan .pdf', 'file', 'file.pdf', 'file', 'ab.txt', 'résumé.txt']);
  const long = cleanName(`${'é'.repeat(300)}.docx`);
  expect([[...long].length, long.endsWith('é.docx')]).toEqual([150, true]);
});

it('makes the name in the path as specified', () => {
  expect(addressName('Résumé of Ann (1).PDF', 1_763_760_000_000)).toBe('ResumeofAnn1_1763760000000.pdf');
  expect([addressName('日本.png', 5), addressName('memo', 5), addressName('a.b.c.txt', 5)]).toEqual(['file_5.png', 'memo_5', 'abc_5.txt']);
  expect(extensionOf('archive.tar.GZ')).toBe('gz');
});

it('accepts only plain folders', () => {
  expect([readFolders(''), readFolders('/api/files/a/b'), readFolders('library-resources')]).toEqual([
    [],
    ['a', 'b'],
    ['library-resources'],
  ]);
  for (const odd of ['..', 'a/../b', '.hidden', 'a b', 'é', 'a/b/c/d/e/f', 'x'.repeat(61)]) expect(readFolders(odd), odd).toBeUndefined();
});
