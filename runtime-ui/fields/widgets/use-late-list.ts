import { useEffect, useState } from 'react';

/** Renders until the input of a focused select has the id of its list: Mantine changes the id once, and an input reads it when it renders. */
const RENDERS = 3;

interface LateList {
  readonly comboboxProps: { readonly keepMounted: boolean };
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/**
 * Props of a select whose options are mounted only while it has the focus: otherwise each keystroke in the form would render the options
 * of all long lists. They are mounted before the list opens, because only then does the open input name its list to a screen reader.
 */
export function useLateList(onBlur?: () => void, isLong = true): LateList {
  const [renders, setRenders] = useState(0);
  useEffect(() => {
    if (renders > 0 && renders < RENDERS) setRenders(renders + 1);
  }, [renders]);
  return {
    comboboxProps: { keepMounted: !isLong || renders > 0 },
    onFocus: () => setRenders((before) => before || 1),
    onBlur: () => {
      setRenders(0);
      onBlur?.();
    },
  };
}
