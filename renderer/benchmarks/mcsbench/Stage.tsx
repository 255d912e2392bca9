import { ChainsStage } from './ChainsStage.tsx';
import { probesOf } from './chainForm.ts';
import { useFormView } from './formView.ts';
import { ShortcutCover } from './ShortcutCover.tsx';
import { useCovered, useSource } from './useAnswerForm.ts';

/** The panel over the image: nothing but the texts until it is said whether they are enough; or the reasoning chains. */
export default function Stage() {
  const isCovered = useCovered();
  const [{ chain }] = useFormView();
  const source = useSource();
  if (isCovered) return <ShortcutCover />;
  const probes = probesOf(source);
  return chain === null || probes.length === 0 ? null : <ChainsStage probes={probes} place={chain} />;
}
