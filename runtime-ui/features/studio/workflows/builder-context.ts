import { createContext, use } from 'react';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { WorkflowNames } from './model/workflow-names.ts';

/** The module of the templates of messages. */
export const TEMPLATE_MODULE = 'templates';

/** The workflow that the builder shows. */
export interface Builder {
  readonly workflow: WorkflowDefinition;
  readonly change: (workflow: WorkflowDefinition) => void;
  /** What is wrong in a part, by its position in the definition: '/actions/0'. `without`: positions of parts inside of it. */
  readonly problemsAt: (path: string, without?: readonly string[]) => readonly string[];
  /** Id of the part that is edited; one at a time. */
  readonly opened: string | undefined;
  readonly open: (id: string | undefined) => void;
  /** After the next render, the focus goes to the part with this id, or to the first element that matches the selector. */
  readonly focusAfterRender: (selector: string) => void;
  /** Announces to screen readers. */
  readonly announce: (text: string) => void;
}

export const BuilderContext = createContext<Builder | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (builder === undefined) throw new TypeError('useBuilder is called outside of a builder.');
  return builder;
}

/** Labels, with the module of the records that the parts below run on. */
export const NamesContext = createContext<WorkflowNames>({
  module: undefined,
  moduleOf: () => undefined,
  nameOf: () => undefined,
  missing: [],
});

export function useNamesHere(): WorkflowNames {
  return use(NamesContext);
}

/** Selector of the sentence of a part, which opens it. */
export function selectPart(id: string): string {
  return `[data-part="${CSS.escape(id)}"] .sw-sentence`;
}
