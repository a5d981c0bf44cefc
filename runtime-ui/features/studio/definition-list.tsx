import { useState, type ReactNode } from 'react';
import { EmptyState, ErrorState, PageHeader, Pager, SearchInput, SkeletonRows, StatusPill, t, usePageTitle } from '../../kit/index.ts';
import type { ListedDefinition, ListedDefinitions } from './draft/use-definitions.ts';
import './studio-fields.css';

export const OWNERS = ['product', 'plugin', 'admin'] as const;
export type Owner = (typeof OWNERS)[number];

/** Who defines an artifact: the engine is part of the product. */
export function ownerOf({ origin }: Pick<ListedDefinition, 'origin'>): Owner {
  return origin === 'engine' ? 'product' : origin;
}

/** The cell that says who defines an artifact, and whether the site changed it. */
export function OwnerCell({ of: one }: { readonly of: ListedDefinition }) {
  return (
    <td>
      {t(`studioFields.owner.${ownerOf(one)}`)}
      {one.plugin !== null && <span className="ms-muted"> {one.plugin}</span>}
      {one.customized && <span className="ms-muted">, {t('studioFields.modules.customized')}</span>}
    </td>
  );
}

const HUES = { added: 'green', changed: 'amber', removed: 'red' } as const;

/** The cell that says what the open draft makes of an artifact. */
export function ChangeCell({ of: { action } }: { readonly of: ListedDefinition }) {
  return <td>{action !== undefined && <StatusPill plain hue={HUES[action]} label={t(`studioFields.change.${action}`)} />}</td>;
}

interface DefinitionListProps {
  /** Of the page and of its table. */
  readonly title: string;
  readonly definitions: ListedDefinitions;
  /** Grey, after the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Label of the search. */
  readonly find: string;
  /** Whether an artifact is shown for the words of the search. */
  readonly matches: (one: ListedDefinition, words: string) => boolean;
  /** Beside the search. */
  readonly filters?: ReactNode;
  /** Said when nothing is found. */
  readonly none: string;
  /** The heads of the columns. */
  readonly columns: readonly string[];
  /** Default: all on one page. */
  readonly pageSize?: number;
  readonly renderRow: (one: ListedDefinition) => ReactNode;
}

/** A page with all artifacts of a kind, with those of the open draft: a search and a table. */
export function DefinitionList(props: DefinitionListProps) {
  const { title, definitions, note, actions, find, matches, filters, none, columns, renderRow, pageSize } = props;
  const { list, error, retry } = definitions;
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  usePageTitle(title);
  const found = list?.filter((one) => matches(one, words));
  const shown = pageSize === undefined ? found : found?.slice(page * pageSize, (page + 1) * pageSize);
  const search = (typed: string) => {
    setWords(typed);
    setPage(0);
  };
  return (
    <>
      <PageHeader title={title} note={note} actions={actions} />
      <div className="ms-page sf-page" role="region" aria-label={title} tabIndex={0}>
        <div className="sf-tools">
          <SearchInput label={find} value={words} onChange={search} />
          {filters}
        </div>
        {error !== undefined && list === undefined && (
          <ErrorState compact title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />
        )}
        {error === undefined && list === undefined && <SkeletonRows rows={8} columns={columns.length} height={36} />}
        {shown?.length === 0 && <EmptyState compact title={none} help={t('studioFields.noneHelp')} />}
        {shown !== undefined && shown.length > 0 && (
          <div className="sf-scroll">
            <table className="sf-table" aria-label={title}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{shown.map(renderRow)}</tbody>
            </table>
          </div>
        )}
        {pageSize !== undefined && found !== undefined && found.length > pageSize && (
          <Pager page={page} pageSize={pageSize} shown={shown?.length ?? 0} total={found.length} onChange={setPage} />
        )}
      </div>
    </>
  );
}
