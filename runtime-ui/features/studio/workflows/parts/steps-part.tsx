import { t } from '../../../../kit/index.ts';
import { DragDropArea, useDraggableItem, useDropTarget } from '../../../../kit/drag/index.ts';
import type { WorkflowStep } from '#engine/model/definitions';
import { NamesContext, selectPart, useBuilder, useNamesHere } from '../builder-context.ts';
import { describeList, describeStep, namesInside } from '../model/describe-steps.ts';
import {
  BEFORE,
  copyStep,
  END,
  findStep,
  insertStep,
  listsOf,
  MAIN_LIST,
  moveStep,
  placeOf,
  placeOfTarget,
  removeStep,
  replaceStep,
  stepPlace,
  type NestedList,
  type StepPlace,
} from '../model/edit-steps.ts';
import { newStep, STEP_TYPES, type StepType } from '../model/new-parts.ts';
import { capitalize, dropMarks } from '../model/workflow-names.ts';
import { useWorkflowActions } from '../use-workflow-actions.ts';
import { AddMenu } from './add-menu.tsx';
import { PartCard } from './part-card.tsx';
import { STEP_LOOKS } from './part-icons.ts';
import { Sentence } from './sentence.tsx';
import { StepForm } from './step-form.tsx';

/** The steps of the workflow, also of its branches: dragged from list to list, or moved by keyboard. */
export function StepsPart() {
  const { workflow } = useBuilder();
  const names = useNamesHere();
  const { steps, move } = useSteps();
  return (
    <DragDropArea
      renderDragged={(id) => {
        const step = findStep(steps, id);
        return <div className="sw-dragged">{step !== undefined && <Sentence text={describeStep(step, names)} />}</div>;
      }}
      onDrop={(id, target) => {
        const place = target === undefined ? undefined : placeOfTarget(steps, id, target);
        if (place !== undefined) move(id, place);
      }}
    >
      {(workflow.actions ?? []).length === 0 && <p className="sw-none">{t('studioWorkflows.step.none')}</p>}
      <StepList list={{ id: MAIN_LIST, path: '/actions', steps }} label={t('studioWorkflows.step.list')} isNumbered />
    </DragDropArea>
  );
}

/** The steps with what can be done with them. */
function useSteps() {
  const { workflow, change, open, focusAfterRender, announce } = useBuilder();
  const steps: readonly WorkflowStep[] = workflow.actions ?? [];
  const set = (next: readonly WorkflowStep[]) => change({ ...workflow, actions: [...next] });
  return {
    steps,
    replace: (step: WorkflowStep) => set(replaceStep(steps, step)),
    add: (type: StepType, list: string, at: number) => {
      const step = newStep(type);
      set(insertStep(steps, step, list, at));
      open(step.id);
      focusAfterRender(selectPart(step.id));
    },
    copy: (id: string) => {
      const next = copyStep(steps, id);
      const place = placeOf(steps, id);
      set(next);
      const copied = place && listSteps(next, place.list)[place.at + 1];
      if (copied !== undefined) focusAfterRender(selectPart(copied.id));
    },
    remove: (id: string) => {
      const list = placeOf(steps, id)?.list;
      open(undefined);
      set(removeStep(steps, id));
      if (list !== undefined) focusAfterRender(`[data-list="${CSS.escape(list)}"] ~ .sw-add`);
      announce(t('studioWorkflows.part.removed'));
    },
    move: (id: string, place: StepPlace) => {
      const next = moveStep(steps, id, place);
      if (next === steps) return;
      set(next);
      focusAfterRender(selectPart(id));
      announce(t('studioWorkflows.part.moved', { number: place.at + 1 }));
    },
  };
}

function listSteps(steps: readonly WorkflowStep[], list: string): readonly WorkflowStep[] {
  if (list === MAIN_LIST) return steps;
  const owner = findStep(steps, list.split('/')[0] ?? '');
  return owner === undefined ? [] : (listsOf(owner).find(({ id }) => id === list)?.steps ?? []);
}

interface StepListProps {
  readonly list: NestedList;
  readonly label: string;
  readonly isNumbered?: boolean;
}

function StepList({ list, label, isNumbered = false }: StepListProps) {
  const { add } = useSteps();
  const hasActions = (useWorkflowActions() ?? []).length > 0;
  const end = useDropTarget(`${END}${list.id}`, false);
  return (
    <>
      <ol className="sw-list" aria-label={label} data-list={list.id} data-numbered={isNumbered || undefined}>
        {list.steps.map((step, index) => (
          <li key={step.id}>
            <StepCard step={step} path={`${list.path}/${index}`} />
          </li>
        ))}
      </ol>
      <div ref={end.ref} className="sw-end" data-over={end.isOver || undefined} />
      <AddMenu
        label={t('studioWorkflows.step.add')}
        {...(list.id !== MAIN_LIST && { fullLabel: t('studioWorkflows.step.addTo', { list: label }) })}
        types={STEP_TYPES.filter((type) => type !== 'plugin' || hasActions).map((type) => ({
          type,
          label: t(`studioWorkflows.step.types.${type}`),
          icon: STEP_LOOKS[type].icon,
        }))}
        onAdd={(type) => add(type, list.id, list.steps.length)}
      />
    </>
  );
}

function StepCard({ step, path }: { readonly step: WorkflowStep; readonly path: string }) {
  const { problemsAt } = useBuilder();
  const names = useNamesHere();
  const { steps, copy, remove, move, replace } = useSteps();
  const dragged = useDraggableItem(step.id, false);
  const target = useDropTarget(`${BEFORE}${step.id}`, false);
  const [up, down] = [stepPlace(steps, step.id, -1), stepPlace(steps, step.id, 1)];
  const lists = listsOf(step);
  return (
    <PartCard
      id={step.id}
      {...STEP_LOOKS[step.type]}
      name={step.name}
      sentence={describeStep(step, names)}
      problems={problemsAt(
        path,
        lists.map((list) => `${path}${list.path}/`),
      )}
      form={<StepForm step={step} onChange={replace} />}
      onCopy={() => copy(step.id)}
      onRemove={() => remove(step.id)}
      moves={{ up: up && (() => move(step.id, up)), down: down && (() => move(step.id, down)) }}
      dragRef={(element) => {
        dragged.ref(element);
        target.ref(element);
      }}
      isDragged={dragged.isDragged}
      isOver={target.isOver && !dragged.isDragged}
    >
      {lists.length > 0 && (
        <div className="sw-branches">
          {lists.map((list, index) => (
            <InnerList key={list.id} step={step} list={{ ...list, path: `${path}${list.path}` }} index={index} />
          ))}
        </div>
      )}
    </PartCard>
  );
}

/** The steps of a branch, or of a for-each. */
function InnerList({ step, list, index }: { readonly step: WorkflowStep; readonly list: NestedList; readonly index: number }) {
  const names = useNamesHere();
  if (step.type === 'for-each')
    return (
      <NamesContext value={namesInside(step, names)}>
        <div className="sw-inner">
          <StepList list={list} label={capitalize(dropMarks(describeStep(step, names)))} />
        </div>
      </NamesContext>
    );
  const head = describeList(step, index, names);
  return (
    <section className="sw-branch">
      <h3 className="sw-branch-title">
        <Sentence text={head} />
      </h3>
      <StepList list={list} label={capitalize(dropMarks(head))} />
    </section>
  );
}
