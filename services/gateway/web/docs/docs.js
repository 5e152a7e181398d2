// The page of the API: its description, and calls to try as a guest.

const ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  // It would ask another host whether the description is valid.
  validatorUrl: null,
});

// Swagger UI has dark colours, but does not look at what the browser prefers.
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const button = document.getElementById("guest");
const who = document.getElementById("who");

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const answer = await fetch("/v1/sign-in/guest", { method: "POST" });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.detail);
    ui.preauthorizeApiKey("bearer", body.tokens.access_token);
    who.textContent = `${body.player.name}, ${body.player.id}`;
  } catch (error) {
    who.textContent = `Signing in failed: ${error.message}`;
  } finally {
    button.disabled = false;
  }
});
