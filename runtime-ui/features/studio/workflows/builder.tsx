import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';
import { BuilderContext, NamesContext, useBuilder, type Builder } from './builder-context.ts';
import type { WorkflowNames } from './model/workflow-names.ts';
import { AlertsPart } from './parts/alerts-part.tsx';
import { ConditionsPart } from './parts/conditions-part.tsx';
import { StepsPart } from './parts/steps-part.tsx';
import { TriggerPart } from './parts/trigger-part.tsx';
import { Choice } from './inputs/field-selects.tsx';

interface WorkflowBuilderProps {
  readonly workflow: WorkflowDefinition;
  readonly names: WorkflowNames;
  /** Problems of the draft in the workflow: their positions and texts. */
  readonly problems: readonly { readonly path: string; readonly cause: string }[];
  readonly onChange: (workflow: WorkflowDefinition) => void;
}

/** A workflow as sentences: when, if, then; each opens its inputs. */
export function WorkflowBuilder({ workflow, names, problems, onChange }: WorkflowBuilderProps) {
  const [opened, open] = useState<string>();
  const [said, announce] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const found = box.current?.querySelector<HTMLElement>(wanted.current);
    if (!found) return;
    wanted.current = undefined;
    found.focus();
  });
  const builder = useMemo<Builder>(
    () => ({
      workflow,
      change: onChange,
      problemsAt: (path, without = []) => findProblems(problems, path, without),
      opened,
      open,
      focusAfterRender: (selector) => {
        wanted.current = selector;
      },
      announce,
    }),
    [workflow, problems, opened, onChange],
  );
  return (
    <BuilderContext value={builder}>
      <NamesContext value={names}>
        <div ref={box} className="sw-builder">
          <Block word={t('studioWorkflows.words.when')}>
            <TriggerPart />
          </Block>
          <Block word={t('studioWorkflows.words.if')}>
            <ConditionsPart />
          </Block>
          <ThenBlocks />
        </div>
        <p className="ms-visually-hidden" role="status">
          {said}
        </p>
      </NamesContext>
    </BuilderContext>
  );
}

function findProblems(problems: WorkflowBuilderProps['problems'], path: string, without: readonly string[]): readonly string[] {
  const own = problems.filter((one) => one.path === path || one.path.startsWith(`${path}/`));
  return [...new Set(own.filter((one) => !without.some((inner) => one.path.startsWith(inner))).map(({ cause }) => cause))];
}

function Block({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <section className="sw-block" aria-label={word}>
      <h2 className="sw-word">{word}</h2>
      <div className="sw-parts">{children}</div>
    </section>
  );
}

const ORDERS = ['actions-first', 'alerts-first'] as const;

/** The steps and the messages, in the order in which they run. */
function ThenBlocks() {
  const { workflow, change } = useBuilder();
  const order = workflow.processingOrder ?? 'actions-first';
  const isStepsFirst = order === 'actions-first';
  const steps = (
    <Block key="steps" word={t(isStepsFirst ? 'studioWorkflows.words.then' : 'studioWorkflows.words.andThen')}>
      <StepsPart />
    </Block>
  );
  const alerts = (
    <Block key="alerts" word={t(isStepsFirst ? 'studioWorkflows.words.send' : 'studioWorkflows.words.thenSend')}>
      <AlertsPart />
      {(workflow.alerts ?? []).length > 0 && (
        <Choice
          label={t('studioWorkflows.order.label')}
          options={ORDERS.map((one) => ({ value: one, label: t(`studioWorkflows.order.${one}`) }))}
          value={order}
          onChange={(next) => change({ ...workflow, processingOrder: next === 'alerts-first' ? 'alerts-first' : 'actions-first' })}
        />
      )}
    </Block>
  );
  return isStepsFirst ? [steps, alerts] : [alerts, steps];
}
