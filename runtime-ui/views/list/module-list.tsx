import { useSavedViews } from '../../headless/index.ts';
import { ModuleLoader } from '../module-loader.tsx';
import { ListScreen } from './list-screen.tsx';
import '../styles/list.css';
import '../styles/views.css';

/** The list of a module, built from its ModuleView. */
export function ModuleList({ moduleName }: { readonly moduleName: string }) {
  // Requested together with the module, not after it.
  useSavedViews(moduleName);
  return <ModuleLoader moduleName={moduleName}>{(module) => <ListScreen key={module.name} module={module} />}</ModuleLoader>;
}
