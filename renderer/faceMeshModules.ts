import type { Plugin } from 'vite';

/** Makes functions without generating code: what follows replaces the three places where the package would. */
const WITHOUT_GENERATED_CODE = `
function createNamedFunction(name, body) {
  const named = function () { return body.apply(this, arguments); };
  return Object.defineProperty(named, 'name', { value: makeLegalFunctionName(name) });
}
function craftInvokerFunction(humanName, argTypes, classType, cppInvokerFunc, cppTargetFunc) {
  const count = argTypes.length - 2;
  const isMethod = argTypes[1] !== null && classType !== null;
  const needsStack = argTypes.slice(1).some((type) => type !== null && type.destructorFunction === undefined);
  const types = argTypes.slice(isMethod ? 1 : 2);
  return function () {
    if (arguments.length !== count)
      throwBindingError('function ' + humanName + ' called with ' + arguments.length + ' arguments, expected ' + count + ' args!');
    const destructors = needsStack ? [] : null;
    const values = isMethod ? [this, ...arguments] : [...arguments];
    const wired = types.map((type, at) => type.toWireType(destructors, values[at]));
    const result = cppInvokerFunc(cppTargetFunc, ...wired);
    if (needsStack) runDestructors(destructors);
    else types.forEach((type, at) => { if (type.destructorFunction !== null) type.destructorFunction(wired[at]); });
    return argTypes[0].name === 'void' ? undefined : argTypes[0].fromWireType(result);
  };
}
function __emval_get_method_caller(argCount, argTypes) {
  const [result, ...types] = __emval_lookupTypes(argCount, argTypes);
  return __emval_addMethodCaller((handle, name, destructors, args) => {
    let offset = 0;
    const values = types.map((type) => {
      const value = type.readValueFromPointer(args + offset);
      offset += type.argPackAdvance;
      return value;
    });
    const returned = handle[name](...values);
    types.forEach((type, at) => { if (type.deleteObject) type.deleteObject(values[at]); });
    return result.isVoid ? undefined : result.toWireType(destructors, returned);
  });
}
`;

const GENERATING = ['createNamedFunction', 'craftInvokerFunction', '__emval_get_method_caller'] as const;

/** A file of the package: the SHA-256 of what this was written for, and the module that it becomes. */
interface PackageFile {
  readonly name: string;
  readonly sha256: string;
  readonly module: (script: string) => string;
}

const FILES: readonly PackageFile[] = [
  {
    name: 'face_mesh.js',
    sha256: '5db8555ac80ca2ad7366fbb3ea53c0d0959609fc9abb7b8be37a74ec1ac4ba9c',
    module: (script) => `${script}\nexport const { FaceMesh } = globalThis;\n`,
  },
  {
    name: 'face_mesh_solution_packed_assets_loader.js',
    sha256: 'e5de8685b299184813f7cec668e499023937ae521b70f60cd0fc4832930446e0',
    module: (script) => `export default function loadPackedAssets() {${script}}\n`,
  },
  {
    name: 'face_mesh_solution_simd_wasm_bin.js',
    sha256: 'ca291877afb9c13308cf6be42f23cd39f1adf0036bb63ecad2ce16073bcf07c7',
    module: withoutGeneratedCode,
  },
];

/**
 * Makes modules of the scripts of `@mediapipe/face_mesh`, for a worker that may only compile WebAssembly. The package
 * itself adds script elements and makes functions from text, which a policy would have to allow with 'unsafe-eval'.
 * Throws for files of another version.
 */
export function faceMeshModules(): Plugin {
  return {
    name: 'face-mesh-modules',
    enforce: 'pre',
    async transform(script, id) {
      const [path = ''] = id.split('?');
      const file = FILES.find(({ name }) => path.endsWith(`/@mediapipe/face_mesh/${name}`));
      if (file === undefined) return null;
      const found = await sha256(script);
      if (found !== file.sha256)
        throw new Error(`${file.name} of @mediapipe/face_mesh is another one: ${found}`);
      // Asked for under Node only, where this never runs.
      const inBrowsers = script.replaceAll(/\brequire\((["'])(?:fs|path)\1\)/gu, 'undefined');
      return { code: file.module(inBrowsers), map: null };
    },
  };
}

function withoutGeneratedCode(script: string): string {
  const end = '\n\n\n  return createMediapipeSolutionsWasm.ready';
  const at = script.indexOf(end);
  const after = script.indexOf("if (typeof exports === 'object'");
  if (at < 0 || after < at) throw new Error('The program of @mediapipe/face_mesh has another shape.');
  const program = GENERATING.reduce(
    (text, name) => text.replace(`function ${name}(`, `function ${name}Generated(`),
    script.slice(0, at),
  );
  return `${program}\n${WITHOUT_GENERATED_CODE}${script.slice(at, after)}\nexport default createMediapipeSolutionsWasm;\n`;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
