// The product with misbehaving plugins, triggered by the name of a record; started by blocked-loop.test.ts.
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import type { PluginManifest, PreSaveContext } from '#engine';
import { runProduct } from '../../engine/application/supervision/index.ts';
import { throwLater } from '../fixtures/plugins/rust/throw-later.ts';

/** Blocks the event loop forever. */
function spin(): never {
  for (;;) Math.random();
}

/** Blocks the event loop without computing, as a process does that gets no time on a busy machine. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Runs the action that the name of a record selects: block, synchronously or after an await, or leave an uncaught error, from a method of
 * the product or its own.
 */
const runCommand =
  (command: string) =>
  async ({ draft, records, actor }: Pick<PreSaveContext, 'draft' | 'records' | 'actor'>): Promise<void> => {
    if (draft.name === `${command} unhandled`) void records.update(actor, { module: 'tools', id: 'nothing', fields: { name: 'X' } });
    if (draft.name === `${command} uncaught`) throwLater();
    if (draft.name === command) spin();
    if (draft.name === `${command} waits`) pause(5_000);
    if (draft.name !== `${command} later`) return;
    await wait(50);
    spin();
  };

const hook = (module: string, name: string): Pick<PluginManifest, 'hooks' | 'reads'> => ({
  hooks: { preSave: [{ module, name, run: runCommand(name) }] },
  reads: [`${module}.name`],
});

await runProduct({
  definitionFolders: [fileURLToPath(new URL('../fixtures/workshop', import.meta.url))],
  plugins: [
    { name: 'rust', version: '1.0.0', engine: '*', ...hook('tools', 'rust') },
    { name: 'paint', version: '1.0.0', engine: '*', ...hook('makers', 'paint') },
    { name: 'stuck', version: '1.0.0', engine: '*', start: () => (process.env['BAD_START'] === 'yes' ? spin() : undefined) },
  ],
});
