/// <reference lib="webworker" />
import { answerScripts } from './pageInWorker.ts';
import { FaceMesh, type InputImage } from '@mediapipe/face_mesh';
import graph from '@mediapipe/face_mesh/face_mesh.binarypb?url';
import models from '@mediapipe/face_mesh/face_mesh_solution_packed_assets.data?url';
import loadPackedAssets from '@mediapipe/face_mesh/face_mesh_solution_packed_assets_loader.js';
import createMediapipeSolutionsWasm from '@mediapipe/face_mesh/face_mesh_solution_simd_wasm_bin.js';
import program from '@mediapipe/face_mesh/face_mesh_solution_simd_wasm_bin.wasm?url';
import type { FaceLandmarks } from '../../../shared/domain/faces.ts';
import type { DetectionFailure, FaceReply, FaceRequest } from './protocol.ts';

/*
 * Finds faces with MediaPipe Face Mesh, beside the page: a look takes the better part of a second where graphics are
 * computed, and the page need not be allowed to compile WebAssembly.
 */

/** The longer side to which larger images are scaled: the size of the benchmark's images. */
const LOOKED_AT_PIXELS = 1024;

/** How many faces the model looks for, to choose the largest: with fewer it misses faces. */
const MOST_FACES = 4;

const ADDRESSES: Readonly<Record<string, string>> = {
  'face_mesh.binarypb': graph,
  'face_mesh_solution_packed_assets.data': models,
  'face_mesh_solution_simd_wasm_bin.wasm': program,
};

/** What is used of the package: it takes whatever a texture is made of, though it names only elements of a page. */
interface Model {
  send(inputs: { readonly image: InputImage | OffscreenCanvas | ImageBitmap }): Promise<void>;
}

class HindranceError extends Error {
  readonly hindrance: DetectionFailure;

  constructor(hindrance: DetectionFailure, message: string) {
    super(message);
    this.hindrance = hindrance;
  }
}

let model: Promise<Model> | null = null;
let found: readonly FaceLandmarks[] = [];
/** The program's last output, for the message if it fails. */
let lastWords = '';

async function loadModel(): Promise<Model> {
  if (new OffscreenCanvas(1, 1).getContext('webgl2') === null)
    throw new HindranceError('graphics', 'WebGL 2 is missing');
  answerScripts((file) => {
    if (file === 'face_mesh_solution_wasm_bin.js')
      throw new HindranceError('processor', 'The processor has no vector instructions');
    if (file === 'face_mesh_solution_packed_assets_loader.js') {
      const options: unknown = Reflect.get(globalThis, 'createMediapipeSolutionsPackedAssets');
      const keep = (line: string): void => {
        lastWords = line;
      };
      Object.assign(Object(options), { print: keep, printErr: keep });
      loadPackedAssets();
    } else Object.assign(globalThis, { createMediapipeSolutionsWasm });
  });
  const mesh = new FaceMesh({ locateFile: (file) => ADDRESSES[file] ?? file });
  mesh.setOptions({ maxNumFaces: MOST_FACES, refineLandmarks: true });
  mesh.onResults(({ multiFaceLandmarks, image }) => {
    found = multiFaceLandmarks.map((face) => face.map(({ x, y }) => ({ x, y })));
    if (image instanceof ImageBitmap) image.close();
  });
  await mesh.initialize();
  return mesh;
}

/** The model is made for film and expects faces where they were before: a black image in between makes it forget. */
function blank(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(64, 64);
  canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

async function look({ id, image }: FaceRequest): Promise<FaceReply> {
  model ??= loadModel();
  const mesh = await model;
  const full = await createImageBitmap(image).catch((error: unknown) => {
    throw new HindranceError('image', String(error));
  });
  const size = { width: full.width, height: full.height };
  const scale = Math.min(1, LOOKED_AT_PIXELS / Math.max(size.width, size.height));
  const scaled = await createImageBitmap(full, {
    resizeWidth: Math.max(1, Math.round(size.width * scale)),
    resizeHeight: Math.max(1, Math.round(size.height * scale)),
    resizeQuality: 'high',
  });
  full.close();
  await mesh.send({ image: blank() });
  found = [];
  await mesh.send({ image: scaled });
  scaled.close();
  return { type: 'faces', id, size, faces: found };
}

async function answer(request: FaceRequest): Promise<FaceReply> {
  try {
    return await look(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      type: 'failed',
      id: request.id,
      hindrance: error instanceof HindranceError ? error.hindrance : 'model',
      message: lastWords === '' ? message : `${message} (${lastWords})`,
    };
  }
}

addEventListener('message', (event: MessageEvent<FaceRequest>) => {
  void answer(event.data).then((reply) => {
    postMessage(reply);
  });
});
