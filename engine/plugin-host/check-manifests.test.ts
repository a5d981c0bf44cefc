import { expect, it } from 'vitest';
import { host, paint } from './plugin-host-fixture.ts';

const routeNaming = (moduleNames: unknown) => ({ method: 'GET', path: '/api/x', moduleNames, handle: () => ({ body: null }) }) as never;

it.each([[['module', 'record..name']], [['0']], [['']], [[7]], ['module'], [{ module: true }]])(
  'a route whose moduleNames are %j is refused with the plugin and the cause',
  (moduleNames) => {
    expect(() => host({ ...paint, routes: [routeNaming(moduleNames)] })).toThrow(
      /paint.*The moduleNames of the route \/api\/x are not names or paths such as record\.module\./,
    );
  },
);

it('a route names modules by properties, also inside others', () => {
  expect(host({ ...paint, routes: [routeNaming(['module', 'others.module', '_of'])] }).routes).toHaveLength(1);
});

it.each([[''], ['  '], ['x'.repeat(41)], [7]])('a label that is %j is refused with the plugin and the cause', (label) => {
  expect(() => host({ ...paint, label: label as string })).toThrow(/paint.*Its label is not a text of 1 to 40 characters\./);
});

it('a label is part of the status of the plugin', () => {
  expect(host({ ...paint, label: 'PAINT & co' }).statuses()[0]).toMatchObject({ name: 'paint', label: 'PAINT & co' });
  expect(host(paint).statuses()[0]).not.toHaveProperty('label');
});
