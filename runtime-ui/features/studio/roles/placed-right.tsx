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
import { fieldOf, PERMISSIONS, placeRight, restoreRight, type RightChange } from './right-changes.ts';
import '../effects/effects.css';

/** A change that a link placed in the open draft. */
export interface PlacedRight {
  readonly change: RightChange;
  /** It was there before, or the link asks for what does not exist. */
  readonly state: 'placed' | 'there' | 'unknown';
  /** The right is given back as it is published. */
  readonly isRestored: boolean;
  /** The role with it; undefined: nothing was placed. */
  readonly role: JsonObject | undefined;
  readonly undo: () => void;
}

/** The change that an address asks for, and the role with it; undefined: it asks for none. */
function readChange(params: URLSearchParams, definition: JsonObject, published: JsonObject | undefined) {
  const [given, property, value] = ['module', 'property', 'value'].map((name) => params.get(name));
  const module = property === PERMISSIONS ? '' : given;
  if (module == null || property == null) return undefined;
  if (params.get('restore') !== null) {
    const restored = published && restoreRight(definition, published, module, property);
    return { change: restored?.change ?? { module, property, value: '' }, next: restored?.role, isRestored: true };
  }
  if (value == null) return undefined;
  const change = { module, property, value };
  return { change, next: placeRight(definition, change), isRestored: false };
}

/**
 * Places the change of `?module=&property=&value=`, of `?property=permissions&value=`, or the published right of
 * `?module=&property=&restore=` in the open draft, once. The parameters leave the address, so that a reload does not place it again.
 */
export function usePlacedRight(role: DraftDefinition, definition: JsonObject): PlacedRight | undefined {
  const [params, setParams] = useSearchParams();
  const [placed, setPlaced] = useState<PlacedRight>();
  // The address whose change is placed: the same one is not placed twice, the next one is.
  const handled = useRef('');
  useEffect(() => {
    const address = params.toString();
    if (handled.current === address) return;
    handled.current = address;
    const wanted = readChange(params, definition, role.detail?.definition);
    if (wanted === undefined) return;
    const { change, next, isRestored } = wanted;
    const isThere = next !== undefined && JSON.stringify(next) === JSON.stringify(definition);
    const isPlaced = next !== undefined && !isThere;
    const undo = () => {
      if (role.action === undefined) role.discard();
      else role.change(definition);
      setPlaced(undefined);
    };
    if (isPlaced) role.change(next);
    setPlaced({ change, state: isPlaced ? 'placed' : isThere ? 'there' : 'unknown', role: isPlaced ? next : undefined, isRestored, undo });
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
  const { change, state, role, isRestored, undo } = placed;
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
      <span>{isRestored ? describeRestored(state, what) : describePlaced(state, what)}</span>
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

function describeRestored(state: PlacedRight['state'], what: string): string {
  return state === 'placed' ? t('studioAccess.restored', { what }) : t('studioAccess.notRestored');
}

function describeChange(change: RightChange): string {
  const { module, property, value } = change;
  const field = fieldOf(change);
  const right = property === 'sensitive_access' ? nameRight('sensitive') : field === undefined ? nameRight(property) : toWords(field);
  return `${toWords(module)}, ${right}: ${field === undefined ? nameLevel(value) : toWords(value.replaceAll('-', ' '))}`;
}
