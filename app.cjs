'use strict'
// The start file on shared hosting. Phusion Passenger and LiteSpeed's lsnode load it with require(),
// which cannot load an ES module on Node before 20.19.
import('./dist/server.js').catch((error) => {
  console.error(error)
  process.exit(1)
})
