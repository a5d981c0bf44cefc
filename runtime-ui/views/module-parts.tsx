import { useShell } from '../client/index.ts';
import { ScreenParts, type ScreenPlace } from '../extensions/index.ts';

interface ModulePartsProps {
  readonly place: ScreenPlace;
  readonly module: string;
  readonly recordId?: string;
}

/** What plugins show on the list or the records of a module. */
export function ModuleParts(props: ModulePartsProps) {
  const { data: shell } = useShell();
  return shell === undefined ? null : <ScreenParts shell={shell} {...props} />;
}
