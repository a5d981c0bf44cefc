import path from 'node:path';
import { packageOf } from './import-rules.js';
import { staticImportsOf } from './imports-of.ts';

type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The imports between files of the same package. Type imports count; dynamic imports do not: lazily loaded code may import what loads it. */
export function readImportGraph(files: readonly string[]): ImportGraph {
  const known = new Set(files);
  const listTargets = (file: string): readonly string[] =>
    staticImportsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
      .filter((target) => known.has(target) && packageOf(target) === packageOf(file));
  return new Map(files.map((file) => [file, listTargets(file)]));
}

/** The shortest circle through each file that is in one, each circle once, as `a.ts -> b.ts -> a.ts`. */
export function findImportCircles(graph: ImportGraph): readonly string[] {
  const circles = new Map<string, string>();
  for (const file of [...graph.keys()].sort()) {
    const circle = findShortestCircle(file, graph);
    if (circle === undefined) continue;
    const key = [...circle].sort().join();
    if (!circles.has(key)) circles.set(key, [...circle, file].join(' -> '));
  }
  return [...circles.values()];
}

function findShortestCircle(start: string, graph: ImportGraph): readonly string[] | undefined {
  const seen = new Set<string>();
  const queue: (readonly string[])[] = [[start]];
  for (const chain of queue) {
    for (const target of graph.get(chain.at(-1) ?? '') ?? []) {
      if (target === start) return chain;
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push([...chain, target]);
    }
  }
  return undefined;
}
