// Copied beside node_modules, so that names are looked up there and not beside canonbench's own sources.
export const load = (name) => import(name);
