"use strict";

// Trying an operation out begins with the parameters that it needs: the reference
// would fill in the example of every other one as well, and so ask for nothing.
function withoutOptionalExamples(contract) {
  for (const item of Object.values(contract.paths)) {
    for (const operation of Object.values(item)) {
      for (const parameter of operation.parameters || []) {
        if (!parameter.required) {
          delete parameter.example;
        }
      }
    }
  }
  return contract;
}

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then((contract) => {
    SwaggerUIBundle({
      spec: withoutOptionalExamples(contract),
      dom_id: "#reference",
      deepLinking: true,
      validatorUrl: null,
      presets: [SwaggerUIBundle.presets.apis],
    });
  });
