import { Box, Stack } from '@mantine/core';
import { ImageOff } from 'lucide-react';
import type { ImageDetail } from '../../../../shared/contract/images.ts';
import { imageUrl } from '../../../client/images.ts';
import classes from './query.module.css';
import type { ImageMarks } from './shownImages.ts';

/** An image of a question with what is given and what is right drawn over it. */
export function QuestionImage({
  shown,
  detail,
}: {
  readonly shown: ImageMarks;
  /** Undefined where its file is missing. */
  readonly detail: ImageDetail | undefined;
}) {
  const { title, isAnswer, cell } = shown;
  return (
    <figure className={classes['figure']} data-answer={isAnswer || undefined}>
      <figcaption className={classes['caption']}>
        <Box component="span" fw={600}>
          {title}
        </Box>
        {isAnswer && (
          <Box component="span" c="var(--casebook-accepted)" fz="xs">
            right answer
          </Box>
        )}
        {cell !== null && (
          <Box component="span" c="var(--casebook-accepted)" fz="xs">
            right answer: row {cell[0] + 1}, column {cell[1] + 1}
          </Box>
        )}
      </figcaption>
      {detail === undefined ? (
        <Stack gap="xs" align="center" justify="center" flex={1} c="dimmed">
          <ImageOff size={20} aria-hidden />
          The image is missing.
        </Stack>
      ) : (
        <Picture shown={shown} detail={detail} />
      )}
    </figure>
  );
}

function Picture({ shown, detail }: { readonly shown: ImageMarks; readonly detail: ImageDetail }) {
  const { title, boxes, points, cell } = shown;
  const { id, width, height } = detail;
  const unit = Math.max(width, height) / 320;
  return (
    <div className={classes['picture']}>
      <img src={imageUrl(id, 'full')} alt={title} draggable={false} />
      <svg viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden className={classes['over']}>
        <rect className={classes['edge']} width={width} height={height} />
        {cell !== null && (
          <rect
            className={classes['box']}
            data-is="answer"
            x={(cell[1] * width) / 2 + unit * 2}
            y={(cell[0] * height) / 2 + unit * 2}
            width={width / 2 - unit * 4}
            height={height / 2 - unit * 4}
          />
        )}
        {boxes.map((box) => (
          <g key={box.label} data-is={box.is}>
            <rect
              className={classes['box']}
              data-is={box.is}
              x={box.x}
              y={box.y}
              width={box.width}
              height={box.height}
            />
            <text
              className={classes['label']}
              data-is={box.is}
              x={box.x}
              y={box.y < unit * 14 ? box.y + box.height + unit * 11 : box.y - unit * 4}
              fontSize={unit * 10}
              strokeWidth={unit * 3}
            >
              {box.label}
            </text>
          </g>
        ))}
        {points.map(({ label, x, y }) => (
          <g key={label}>
            <circle className={classes['point']} cx={x} cy={y} r={unit * 3} />
            <text
              className={classes['label']}
              data-is="given"
              x={x}
              y={y < unit * 18 ? y + unit * 16 : y - unit * 7}
              fontSize={unit * 10}
              strokeWidth={unit * 3}
            >
              {label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
