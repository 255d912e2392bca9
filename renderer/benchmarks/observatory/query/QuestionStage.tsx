import { Box } from '@mantine/core';
import { useImageDetails, useImages } from '../../../ui/form/context.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { QuestionImage } from './QuestionImage.tsx';
import classes from './query.module.css';
import { type ImageMarks, shownImages } from './shownImages.ts';
import { useQuestion } from './useQuestion.ts';

/** The images of a question, where the images of an entity are drawn on. */
export default function QuestionStage() {
  const question = useQuestion();
  const images = useImages();
  const details = useImageDetails();
  if (question === undefined) return <LoadingState label="Opening the question" />;
  const shown = question === null ? [] : shownImages(question.query);
  return (
    <section className={classes['stage']} aria-label="The images of the question" tabIndex={-1}>
      {question !== null && question.step !== null && (
        <Box component="p" flex="none" maw="72ch" lh="20px" style={{ whiteSpace: 'pre-line' }}>
          {question.step.prompt}
        </Box>
      )}
      <div className={classes['images']} data-count={images.length}>
        {images.map(({ position, imageId }) => (
          <QuestionImage
            key={position}
            shown={shown[position] ?? nameless(position)}
            detail={imageId === null ? undefined : details.get(imageId)}
          />
        ))}
      </div>
    </section>
  );
}

/** People who have yet to answer learn nothing of an image. */
const nameless = (position: number): ImageMarks => ({
  title: `Image ${String(position + 1)}`,
  isAnswer: false,
  boxes: [],
  points: [],
  cell: null,
});
