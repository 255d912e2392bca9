#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { userFolders } from './hosts/userFolders.ts';

// Most of a short command's time would otherwise go into reading the program itself.
enableCompileCache(join(userFolders().cache, 'code'));

// npm starts scripts in the project's folder; paths are meant from where the command was typed.
const typedIn = process.env['INIT_CWD'];
if (process.env['npm_lifecycle_event'] === 'casebook' && typedIn !== undefined) process.chdir(typedIn);

const { run } = await import('./hosts/cli/run.ts');
process.exitCode = await run(process.argv.slice(2));
