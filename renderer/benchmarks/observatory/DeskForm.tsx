import { attributeName } from '../../../shared/benchmarks/observatory/labels.ts';
import { useRegions } from '../../features/desk/context.ts';
import { Fold } from '../../features/desk/fields/Fold.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

/** The attributes that an original must have boxes for. */
export default function DeskForm() {
  const { attributes } = useAnswerForm();
  const regions = useRegions();
  return (
    <Fold id="observatory.attributes" title="Attributes">
      <ul>
        {attributes.map((attribute) => (
          <li key={attribute}>
            {attributeName(attribute)}:{' '}
            {regions.some(({ label }) => label === attribute) ? 'boxed' : 'missing'}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
