import { useState } from 'react';
import { readPreviewTab, writePreviewTab } from '../client/index.ts';
import { PreviewPage } from '../features/studio/index.ts';
import { RequireSession } from './require-session.tsx';

/** `/preview`: starts a preview of definitions as somebody else, with the admin's own session; System Admins only. */
export function PreviewRoute() {
  // The tab shows the product itself again until the preview is started.
  useState(() => {
    if (readPreviewTab() !== undefined) writePreviewTab(undefined);
  });
  return <RequireSession isOpenTo={() => false}>{() => <PreviewPage />}</RequireSession>;
}
