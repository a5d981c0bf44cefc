import { parseArgs } from 'node:util';
import type { Application } from '../application/index.ts';
import { runCommand, type CommandInput } from './run-command.ts';

type Replay = Awaited<ReturnType<Application['saveTraces']['replay']>>;
type Step = Replay['replayed']['steps'][number];

/** `muster replay <trace>`: runs a traced save again with the plugins of this working tree. Nothing is saved or sent. */
await runCommand(readTrace, async ({ saveTraces }, id, print) => {
  print(describe(await saveTraces.replay({ kind: 'system' }, id)));
});

function readTrace(): CommandInput<string> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [id] = positionals;
  return id === undefined || positionals.length !== 1 ? { problem: 'Name one trace: muster replay <trace>' } : { input: id };
}

function describe({ old, replayed, differences }: Replay): string {
  const lines = [
    `${old.kind} ${old.module} ${old.record}`,
    ...replayed.steps.map(describeStep),
    '',
    `before: ${old.outcome}, ${old.milliseconds} ms, ${old.queryCount} queries`,
    `now:    ${replayed.outcome}, ${replayed.milliseconds} ms, ${replayed.queryCount} queries`,
    ...(differences.length === 0 ? ['No differences.'] : ['Differences:']),
    ...differences.map(({ kind, step, field, before, after }) => {
      const what = [step, field].filter((part) => part !== '').join(', ');
      return `  ${kind} ${what}: ${before ?? 'none'} -> ${after ?? 'none'}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function describeStep({ depth, kind, name, plugin, milliseconds, queryCount, error }: Step): string {
  const title = [plugin, kind, name].filter((part) => part !== null).join(' ');
  const result = error === null ? '' : ` refused: ${error.text}`;
  return `${'  '.repeat(depth)}${title}: ${milliseconds} ms, ${queryCount} queries${result}`;
}
