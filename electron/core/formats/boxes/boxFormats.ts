import { stat } from 'node:fs/promises';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import { readCoco } from './coco/cocoReader.ts';
import { isCocoFolder, looksLikeCoco } from './coco/cocoSource.ts';
import { boxFormat, openCoco, openVoc, openYolo } from './exportBoxes.ts';
import type { Format } from '../format.ts';
import { readVoc } from './voc/vocReader.ts';
import { readYolo } from './yolo/yoloReader.ts';

/** Whether boxes can be drawn on a benchmark's items, now or once a casebook's label set has categories for them. */
const hasBoxes = (benchmark: Benchmark): boolean =>
  benchmark.tasks.some(
    (task) => task.openVocabulary !== undefined || boxesPart(task, benchmark.vocabulary.initial) !== null,
  );

/** Boxes as COCO has them. */
export const coco: Format = {
  description: {
    id: 'coco',
    title: 'COCO boxes',
    reads: 'a COCO JSON file, or a folder with one or with one for each split',
    writes: 'a folder with annotations.json and images/',
    source: 'either',
    target: 'folder',
    asks: ['boxes'],
  },
  position: 500,
  fits: hasBoxes,
  recognition: {
    order: 230,
    names: ['annotations.json'],
    folder: isCocoFolder,
    file: looksLikeCoco,
  },
  reads: { of: 'boxes', read: readCoco },
  writes: {
    of: 'items',
    format: () =>
      boxFormat({
        folder: 'images/',
        owns: /^annotations\.json$|^images\//u,
        open: openCoco,
        single: ['.json'],
      }),
  },
};

/** Boxes as YOLO has them, one file of lines for each image. */
export const yolo: Format = {
  description: {
    id: 'yolo',
    title: 'YOLO boxes',
    reads: 'a folder with data.yaml, classes.txt or obj.names and a .txt file per image',
    writes: 'a folder with images/, labels/, classes.txt and data.yaml',
    source: 'folder',
    target: 'folder',
    asks: ['boxes'],
  },
  position: 510,
  fits: hasBoxes,
  recognition: {
    order: 290,
    names: ['classes.txt', 'data.yaml', 'dataset.yaml', 'obj.names', 'obj.data'],
    folder: (_path, names) => names.includes('labels') && names.includes('images'),
  },
  reads: {
    of: 'boxes',
    async read(source, options, sink) {
      if ((await stat(source)).isDirectory()) return readYolo(source, options, sink);
      throw new CasebookError(
        'invalid_input',
        `${source} is not a folder.`,
        'Choose the folder with the labels.',
      );
    },
  },
  writes: {
    of: 'items',
    format: () => ({
      ...boxFormat({
        folder: 'images/',
        owns: /^(?:classes|train|training|val|valid|validation|dev|test|testing)\.txt$|^data\.yaml$|^(?:images|labels|splits)\//u,
        open: openYolo,
        single: [],
        imageFolder: 'images',
      }),
      firstCategory: 0,
    }),
  },
};

/** Boxes as Pascal VOC has them, one XML file for each image. */
export const voc: Format = {
  description: {
    id: 'voc',
    title: 'Pascal VOC boxes',
    reads: 'a folder with an .xml file per image, or one such file',
    writes: 'a folder with JPEGImages/ and Annotations/',
    source: 'either',
    target: 'folder',
    asks: ['boxes'],
  },
  position: 520,
  fits: hasBoxes,
  recognition: {
    order: 300,
    folder: (_path, names) => names.includes('Annotations') || names.some((name) => name.endsWith('.xml')),
    extensions: ['.xml'],
    file: (head) => head.includes('<annotation'),
  },
  reads: { of: 'boxes', read: readVoc },
  writes: {
    of: 'items',
    format: () =>
      boxFormat({
        folder: 'JPEGImages/',
        owns: /^(?:JPEGImages|Annotations|ImageSets\/Main)\//u,
        open: openVoc,
        single: [],
        imageFolder: 'JPEGImages',
      }),
  },
};
