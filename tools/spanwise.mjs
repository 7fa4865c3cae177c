#!/usr/bin/env node
// Starts, stops, tests and checks Spanwise on a machine that has Node and a shell. No dependencies: it installs them.
import { main } from './launcher/main.mjs';

process.exitCode = await main(process.argv.slice(2));
