/*
 * The parts of the model's package that it would load by script elements. The build makes modules of them (see
 * `faceMeshModules` in the configuration).
 */

declare module '@mediapipe/face_mesh/face_mesh_solution_simd_wasm_bin.js' {
  /** Starts the WebAssembly program. */
  const createMediapipeSolutionsWasm: (options: object) => Promise<object>;
  export default createMediapipeSolutionsWasm;
}

declare module '@mediapipe/face_mesh/face_mesh_solution_packed_assets_loader.js' {
  /** Prepares the options for the program so that it finds its models. */
  const loadPackedAssets: () => void;
  export default loadPackedAssets;
}
