import type { ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { useModuleView } from '../client/index.ts';
import { ErrorState, LoadingProgress, SkeletonRows } from '../kit/index.ts';

/** Loads the view of a module for a screen; shows a skeleton of the page until then. */
export function ModuleLoader({
  moduleName,
  children,
}: {
  readonly moduleName: string;
  readonly children: (module: ModuleView) => ReactNode;
}) {
  const { data, error, refetch } = useModuleView(moduleName);
  if (data) return children(data);
  if (error) return <ErrorState text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return (
    <div className="mv-page">
      <LoadingProgress active onRetry={() => void refetch()} />
      <div className="ms-page-header" />
      <div className="mv-toolbar" />
      <SkeletonRows rows={16} columns={6} />
    </div>
  );
}
