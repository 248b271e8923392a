'use strict'
// The start file on shared hosting. Phusion Passenger and LiteSpeed's lsnode load it with require(),
// which cannot load an ES module on Node before 20.19.
const { enableCompileCache } = require('module')
const { join } = require('path')

// A start then needs a seventh less of the processor's time. Never in /tmp, where another user could
// prepare the folder.
// Node before 22.8 has no such function, and a folder that cannot be written is not an error.
if (enableCompileCache) enableCompileCache(join(__dirname, 'compile-cache'))

import('./dist/server.js').catch((error) => {
  console.error(error)
  process.exit(1)
})
