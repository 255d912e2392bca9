const ANSWER = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';
const FOCUSABLE = `${ANSWER}, button:not(:disabled), [tabindex]:not([tabindex="-1"])`;

/**
 * Brings the person to the field a problem is in: opens the fold it is in, scrolls there, focuses it. Where the
 * exact field is not on the screen, the nearest one that holds it. False where there is none at all.
 */
export function focusField(path: string, root: ParentNode = document): boolean {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const wanted = parts.slice(0, length).join('.');
    const field = root.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted)}"]`);
    if (field === null) continue;
    for (
      let fold = field.closest('details');
      fold !== null;
      fold = fold.parentElement?.closest('details') ?? null
    )
      fold.open = true;
    const checked = field.querySelector<HTMLElement>('input[type="radio"]:checked');
    const target = field.matches(FOCUSABLE)
      ? field
      : // Where an answer is given comes before a button beside it ("New scene").
        (checked ?? field.querySelector<HTMLElement>(ANSWER) ?? field.querySelector<HTMLElement>(FOCUSABLE));
    (target ?? field).focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
    return true;
  }
  return false;
}
