// What --help prints beside the options: the use, the features' options, the exit codes, an example.
#pragma once

namespace CLI {
class App;
}

namespace speedqa::cli {

// To be called when all options and commands are declared: it breaks their descriptions for 80 columns.
void prepare_help(CLI::App& parser);

}  // namespace speedqa::cli
