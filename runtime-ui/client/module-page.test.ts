import { describe, expect, it } from 'vitest';
import { findModulePage } from './module-page.ts';

const MODULES = [
  { name: 'books', route: '/books', otherRoutes: ['/old/books'] },
  { name: 'covers', route: '/books/covers' },
  { name: 'series', route: '/module/series' },
];

describe('the page of a path', () => {
  it.each([
    ['/app/books', 'books', '/app/books', 'list', ''],
    ['/app/books/', 'books', '/app/books', 'list', ''],
    ['/portal/books/new', 'books', '/portal/books', 'new', ''],
    ['/app/books/1', 'books', '/app/books', 'record', '1'],
    ['/app/books/a%2Fb/edit', 'books', '/app/books', 'edit', 'a/b'],
    ['/app/books/50%', 'books', '/app/books', 'record', '50%'],
    ['/app/books/covers', 'covers', '/app/books/covers', 'list', ''],
    ['/app/books/covers/1', 'covers', '/app/books/covers', 'record', '1'],
    ['/app/old/books/1', 'books', '/app/old/books', 'record', '1'],
    ['/app/module/series/1', 'series', '/app/module/series', 'record', '1'],
    // By name: a redirect follows.
    ['/app/covers/1', 'covers', '/app/covers', 'record', '1'],
    ['/app/module/books', 'books', '/app/module/books', 'list', ''],
    ['/app/series/new', 'series', '/app/series', 'new', ''],
    // A module that the user has no access to, or that does not exist.
    ['/app/secrets/1', 'secrets', '/app/secrets', 'record', '1'],
    ['/app/module/secrets', 'secrets', '/app/module/secrets', 'list', ''],
    ['/app/module', 'module', '/app/module', 'list', ''],
  ])('%s is of %s', (path, module, base, kind, recordId) => {
    expect(findModulePage(path, MODULES)).toEqual({ module, base, kind, recordId });
  });

  it.each(['/app', '/', '/app/books/1/2', '/app/books/1/edit/2', '/app/books/covers/1/2'])('%s is of no module', (path) => {
    expect(findModulePage(path, MODULES)).toBeUndefined();
  });
});
