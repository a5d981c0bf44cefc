import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toWords, type JsonObject } from '#engine/model/values';
import { getPlugins, queryKeys, type ApiError, type PluginOverview } from '../../../client/index.ts';
import { Button, ButtonLink, t } from '../../../kit/index.ts';
import type { DraftDefinition } from '../draft/use-definition.ts';
import { useDraft } from '../draft/use-draft.ts';
import { nameLevel, nameRight } from '../effects/right-words.ts';
import { STUDIO } from '../studio-sections.ts';
import { fieldOf, PERMISSIONS, placeRight, type RightChange } from './role-rights.ts';
import '../effects/effects.css';

/** A change that a link placed in the open draft. */
export interface PlacedRight {
  readonly change: RightChange;
  /** It was there before, or the link asks for what does not exist. */
  readonly state: 'placed' | 'there' | 'unknown';
  /** The role with it; undefined: nothing was placed. */
  readonly role: JsonObject | undefined;
  readonly undo: () => void;
}

/**
 * Places the change of `?module=&property=&value=`, or of `?property=permissions&value=`, in the open draft, once. The parameters leave the address, so that a reload does not
 * place it again.
 */
export function usePlacedRight(role: DraftDefinition, definition: JsonObject): PlacedRight | undefined {
  const [params, setParams] = useSearchParams();
  const [placed, setPlaced] = useState<PlacedRight>();
  const isDone = useRef(false);
  useEffect(() => {
    const [given, property, value] = ['module', 'property', 'value'].map((name) => params.get(name));
    const module = property === PERMISSIONS ? '' : given;
    if (isDone.current || module == null || property == null || value == null) return;
    isDone.current = true;
    const change = { module, property, value };
    const next = placeRight(definition, change);
    const isThere = next !== undefined && JSON.stringify(next) === JSON.stringify(definition);
    const isPlaced = next !== undefined && !isThere;
    const undo = () => {
      if (role.action === undefined) role.discard();
      else role.change(definition);
      setPlaced(undefined);
    };
    if (isPlaced) role.change(next);
    setPlaced({ change, state: isPlaced ? 'placed' : isThere ? 'there' : 'unknown', role: isPlaced ? next : undefined, undo });
    setParams({}, { replace: true });
  }, [params, setParams, role, definition]);
  return placed;
}

interface PlacedRightNoteProps {
  readonly placed: PlacedRight;
  /** The role as the draft has it now: after another edit, the change is not undone alone. */
  readonly definition: JsonObject;
}

/** What a link placed in the draft, with the ways on. */
export function PlacedRightNote({ placed, definition }: PlacedRightNoteProps) {
  const { view } = useDraft();
  const { change, state, role, undo } = placed;
  const isPermission = change.property === PERMISSIONS;
  const { data } = useQuery<PluginOverview, ApiError>({
    queryKey: queryKeys.plugins(),
    queryFn: ({ signal }) => getPlugins(signal),
    enabled: isPermission,
  });
  const permission = data?.permissions.find(({ name }) => name === change.value)?.label ?? change.value;
  const what = isPermission ? t('studioAccess.permission', { name: permission }) : describeChange(change);
  const isLast = role !== undefined && JSON.stringify(role) === JSON.stringify(definition);
  return (
    <div className="se-placed" role="status">
      <span>{describePlaced(state, what)}</span>
      {isLast && (
        <Button size="sm" onClick={undo}>
          {t('studioAccess.undo')}
        </Button>
      )}
      {state !== 'unknown' && view !== undefined && (
        <ButtonLink size="sm" href={`${STUDIO}/change-sets/${view._id}`}>
          {t('studioAccess.toReview')}
        </ButtonLink>
      )}
    </div>
  );
}

function describePlaced(state: PlacedRight['state'], what: string): string {
  if (state === 'unknown') return t('studioAccess.notPlaced');
  return t(state === 'there' ? 'studioAccess.alreadyPlaced' : 'studioAccess.placed', { what });
}

function describeChange(change: RightChange): string {
  const { module, property, value } = change;
  const field = fieldOf(change);
  const right = property === 'sensitive_access' ? nameRight('sensitive') : field === undefined ? nameRight(property) : toWords(field);
  return `${toWords(module)}, ${right}: ${field === undefined ? nameLevel(value) : toWords(value.replaceAll('-', ' '))}`;
}
