import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { DefinitionKind } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { ErrorState, t, TextLink } from '../../../kit/index.ts';
import { useDraftStore } from './draft-context.tsx';
import { findDraftDefinition, keyOfArtifact } from './draft-edits.ts';
import { readDefinition } from './readable-definition.ts';

const SHOWN_PROBLEMS = 5;

interface Unreadable {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly label: string;
  /** Position and, if the server has checked it, the cause. */
  readonly problems: readonly { readonly path: string; readonly cause: string | undefined }[];
}

/** The definitions of the open draft that pages cannot show whole. */
function useUnreadable(): readonly Unreadable[] {
  const { view, edits } = useDraftStore().useState();
  const drafted = new Map([...(view?.changes ?? []), ...edits.values()].map(({ kind, id }) => [keyOfArtifact({ kind, id }), { kind, id }]));
  return [...drafted.values()].flatMap(({ kind, id }) => {
    const written = findDraftDefinition(view, edits, { kind, id });
    if (written === undefined || written === null) return [];
    const { unreadable } = readDefinition(kind, id, written);
    if (unreadable.length === 0) return [];
    const reported = (view?.problems ?? []).filter(({ change }) => change?.kind === kind && change.id === id);
    const problems = reported.length > 0 ? reported : unreadable.map((path) => ({ path: path === '' ? '/' : path, cause: undefined }));
    return [{ kind, id, label: labelOf(written) ?? id, problems }];
  });
}

function labelOf({ label, name }: JsonObject): string | undefined {
  return [label, name].find((one): one is string => typeof one === 'string' && one !== '');
}

/** Names the definitions of the draft that pages cannot show whole, with their problems and links to their JSON. Nothing if there are none. */
export function UnreadableNotice() {
  const unreadable = useUnreadable();
  if (unreadable.length === 0) return null;
  return (
    <section className="st-unreadable" aria-label={t('studio.unreadable.title')}>
      <h2>{t('studio.unreadable.title')}</h2>
      <p>{t('studio.unreadable.help')}</p>
      <ul>
        {unreadable.map(({ kind, id, label, problems }) => (
          <li key={`${kind}/${id}`}>
            <TextLink href={`/admin/studio/json/${kind}/${encodeURIComponent(id)}`}>{t('studio.unreadable.json', { label })}</TextLink>
            <ul>
              {problems.slice(0, SHOWN_PROBLEMS).map(({ path, cause }) => (
                <li key={`${path} ${cause ?? ''}`}>
                  <code className="ms-mono">{path}</code> {cause ?? t('studio.unreadable.form')}
                </li>
              ))}
              {problems.length > SHOWN_PROBLEMS && <li>{t('studio.unreadable.more', { count: problems.length - SHOWN_PROBLEMS })}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BoundaryProps {
  /** Another place shows its page again. */
  readonly place: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failedAt: string | undefined;
}

class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failedAt: undefined };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failedAt: '' };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, { failedAt }: BoundaryState): BoundaryState {
    if (failedAt === '') return { failedAt: place };
    return { failedAt: failedAt === place ? failedAt : undefined };
  }

  override render(): ReactNode {
    if (this.state.failedAt === undefined) return this.props.children;
    const retry = () => this.setState({ failedAt: undefined });
    return <ErrorState title={t('studio.unreadable.pageFailed')} text={t('studio.unreadable.pageFailedHelp')} onRetry={retry} />;
  }
}

/** A page of the studio. If it cannot be shown, the rest of the studio goes on: the draft's bar leads to what is wrong. */
export function StudioPageBoundary({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return <PageBoundary place={pathname}>{children}</PageBoundary>;
}
