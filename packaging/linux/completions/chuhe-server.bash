_chuhe__server() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="chuhe__server"
                ;;
            chuhe__server,accept-loss)
                cmd="chuhe__server__subcmd__accept__subcmd__loss"
                ;;
            chuhe__server,account)
                cmd="chuhe__server__subcmd__account"
                ;;
            chuhe__server,backup)
                cmd="chuhe__server__subcmd__backup"
                ;;
            chuhe__server,check)
                cmd="chuhe__server__subcmd__check"
                ;;
            chuhe__server,ctl)
                cmd="chuhe__server__subcmd__ctl"
                ;;
            chuhe__server,export)
                cmd="chuhe__server__subcmd__export"
                ;;
            chuhe__server,export-postgres)
                cmd="chuhe__server__subcmd__export__subcmd__postgres"
                ;;
            chuhe__server,help)
                cmd="chuhe__server__subcmd__help"
                ;;
            chuhe__server,import)
                cmd="chuhe__server__subcmd__import"
                ;;
            chuhe__server,probe)
                cmd="chuhe__server__subcmd__probe"
                ;;
            chuhe__server,prune)
                cmd="chuhe__server__subcmd__prune"
                ;;
            chuhe__server,repair)
                cmd="chuhe__server__subcmd__repair"
                ;;
            chuhe__server__subcmd__account,erase)
                cmd="chuhe__server__subcmd__account__subcmd__erase"
                ;;
            chuhe__server__subcmd__account,export)
                cmd="chuhe__server__subcmd__account__subcmd__export"
                ;;
            chuhe__server__subcmd__account,help)
                cmd="chuhe__server__subcmd__account__subcmd__help"
                ;;
            chuhe__server__subcmd__account__subcmd__help,erase)
                cmd="chuhe__server__subcmd__account__subcmd__help__subcmd__erase"
                ;;
            chuhe__server__subcmd__account__subcmd__help,export)
                cmd="chuhe__server__subcmd__account__subcmd__help__subcmd__export"
                ;;
            chuhe__server__subcmd__account__subcmd__help,help)
                cmd="chuhe__server__subcmd__account__subcmd__help__subcmd__help"
                ;;
            chuhe__server__subcmd__ctl,account)
                cmd="chuhe__server__subcmd__ctl__subcmd__account"
                ;;
            chuhe__server__subcmd__ctl,announce)
                cmd="chuhe__server__subcmd__ctl__subcmd__announce"
                ;;
            chuhe__server__subcmd__ctl,ban)
                cmd="chuhe__server__subcmd__ctl__subcmd__ban"
                ;;
            chuhe__server__subcmd__ctl,drain)
                cmd="chuhe__server__subcmd__ctl__subcmd__drain"
                ;;
            chuhe__server__subcmd__ctl,halls)
                cmd="chuhe__server__subcmd__ctl__subcmd__halls"
                ;;
            chuhe__server__subcmd__ctl,help)
                cmd="chuhe__server__subcmd__ctl__subcmd__help"
                ;;
            chuhe__server__subcmd__ctl,kick)
                cmd="chuhe__server__subcmd__ctl__subcmd__kick"
                ;;
            chuhe__server__subcmd__ctl,lift)
                cmd="chuhe__server__subcmd__ctl__subcmd__lift"
                ;;
            chuhe__server__subcmd__ctl,list)
                cmd="chuhe__server__subcmd__ctl__subcmd__list"
                ;;
            chuhe__server__subcmd__ctl,silence)
                cmd="chuhe__server__subcmd__ctl__subcmd__silence"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account,erase)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__erase"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account,help)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account,list)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__list"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account,rename)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__rename"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account,reset-password)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__reset__subcmd__password"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account,show)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__show"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account__subcmd__help,erase)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__erase"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account__subcmd__help,help)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__help"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account__subcmd__help,list)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__list"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account__subcmd__help,rename)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__rename"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account__subcmd__help,reset-password)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__reset__subcmd__password"
                ;;
            chuhe__server__subcmd__ctl__subcmd__account__subcmd__help,show)
                cmd="chuhe__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__show"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,account)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__account"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,announce)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__announce"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,ban)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__ban"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,drain)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__drain"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,halls)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__halls"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,help)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__help"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,kick)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__kick"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,lift)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__lift"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,list)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__list"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help,silence)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__silence"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help__subcmd__account,erase)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__erase"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help__subcmd__account,list)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__list"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help__subcmd__account,rename)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__rename"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help__subcmd__account,reset-password)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__reset__subcmd__password"
                ;;
            chuhe__server__subcmd__ctl__subcmd__help__subcmd__account,show)
                cmd="chuhe__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__show"
                ;;
            chuhe__server__subcmd__help,accept-loss)
                cmd="chuhe__server__subcmd__help__subcmd__accept__subcmd__loss"
                ;;
            chuhe__server__subcmd__help,account)
                cmd="chuhe__server__subcmd__help__subcmd__account"
                ;;
            chuhe__server__subcmd__help,backup)
                cmd="chuhe__server__subcmd__help__subcmd__backup"
                ;;
            chuhe__server__subcmd__help,check)
                cmd="chuhe__server__subcmd__help__subcmd__check"
                ;;
            chuhe__server__subcmd__help,ctl)
                cmd="chuhe__server__subcmd__help__subcmd__ctl"
                ;;
            chuhe__server__subcmd__help,export)
                cmd="chuhe__server__subcmd__help__subcmd__export"
                ;;
            chuhe__server__subcmd__help,export-postgres)
                cmd="chuhe__server__subcmd__help__subcmd__export__subcmd__postgres"
                ;;
            chuhe__server__subcmd__help,help)
                cmd="chuhe__server__subcmd__help__subcmd__help"
                ;;
            chuhe__server__subcmd__help,import)
                cmd="chuhe__server__subcmd__help__subcmd__import"
                ;;
            chuhe__server__subcmd__help,probe)
                cmd="chuhe__server__subcmd__help__subcmd__probe"
                ;;
            chuhe__server__subcmd__help,prune)
                cmd="chuhe__server__subcmd__help__subcmd__prune"
                ;;
            chuhe__server__subcmd__help,repair)
                cmd="chuhe__server__subcmd__help__subcmd__repair"
                ;;
            chuhe__server__subcmd__help__subcmd__account,erase)
                cmd="chuhe__server__subcmd__help__subcmd__account__subcmd__erase"
                ;;
            chuhe__server__subcmd__help__subcmd__account,export)
                cmd="chuhe__server__subcmd__help__subcmd__account__subcmd__export"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,account)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__account"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,announce)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__announce"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,ban)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__ban"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,drain)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__drain"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,halls)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__halls"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,kick)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__kick"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,lift)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__lift"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,list)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__list"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl,silence)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__silence"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl__subcmd__account,erase)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__erase"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl__subcmd__account,list)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__list"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl__subcmd__account,rename)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__rename"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl__subcmd__account,reset-password)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__reset__subcmd__password"
                ;;
            chuhe__server__subcmd__help__subcmd__ctl__subcmd__account,show)
                cmd="chuhe__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__show"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        chuhe__server)
            opts="-h -V --listen --connections --address-connections --failed-greetings --limit --reserved-names --proxy-from --grace --watch-delay --data --hall --new-hall --cluster --node --advertise --cluster-credentials --cluster-ca --replicas --durability --tls --tls-cert --tls-key --ops --web --web-root --web-origin --web-embed --web-url --web-proxy-from --announce --bots --bot-engine --log --settings --log-json --help --version backup check repair accept-loss export export-postgres import prune account ctl probe help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --listen)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --connections)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --address-connections)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --failed-greetings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --reserved-names)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --proxy-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --grace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --watch-delay)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new-hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --node)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --advertise)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-credentials)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-ca)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --replicas)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --durability)
                    COMPREPLY=($(compgen -W "process power" -- "${cur}"))
                    return 0
                    ;;
                --tls-cert)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tls-key)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ops)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --web)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --web-root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --web-origin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --web-embed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --web-url)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --web-proxy-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --announce)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --bots)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --bot-engine)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --log)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --settings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__accept__subcmd__loss)
            opts="-h --yes --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account)
            opts="-h --data --hall --help export erase help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account__subcmd__erase)
            opts="-h --cluster --cluster-credentials --cluster-ca --replicas --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cluster)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-credentials)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-ca)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --replicas)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account__subcmd__export)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account__subcmd__help)
            opts="export erase help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account__subcmd__help__subcmd__erase)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account__subcmd__help__subcmd__export)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__account__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__backup)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__check)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl)
            opts="-h --data --hall --help list kick ban silence lift announce drain halls account help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account)
            opts="-h --data --hall --help show list rename reset-password erase help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__erase)
            opts="-h --yes --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help)
            opts="show list rename reset-password erase help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__erase)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__list)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__rename)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__reset__subcmd__password)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__help__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__list)
            opts="-h --oldest --limit --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__rename)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__reset__subcmd__password)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__account__subcmd__show)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__announce)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__ban)
            opts="-h --for --yes --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --for)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__drain)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__halls)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help)
            opts="list kick ban silence lift announce drain halls account help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__account)
            opts="show list rename reset-password erase"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__erase)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__list)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__rename)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__reset__subcmd__password)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__account__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__announce)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__ban)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__drain)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__halls)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__kick)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__lift)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__list)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__help__subcmd__silence)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__kick)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__lift)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__list)
            opts="-h --data --hall --help connections players games bans"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__ctl__subcmd__silence)
            opts="-h --for --yes --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --for)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__export)
            opts="-h --passwords --all-games --from --to --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__export__subcmd__postgres)
            opts="-h --postgres --postgres-password --postgres-ca --cluster --cluster-credentials --cluster-ca --copies --data --hall --once --again --log --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --postgres)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --postgres-password)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --postgres-ca)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-credentials)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-ca)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --copies)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --log)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help)
            opts="backup check repair accept-loss export export-postgres import prune account ctl probe help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__accept__subcmd__loss)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__account)
            opts="export erase"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__account__subcmd__erase)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__account__subcmd__export)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__backup)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl)
            opts="list kick ban silence lift announce drain halls account"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__account)
            opts="show list rename reset-password erase"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__erase)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__list)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__rename)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__reset__subcmd__password)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__account__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 5 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__announce)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__ban)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__drain)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__halls)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__kick)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__lift)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__list)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__ctl__subcmd__silence)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__export)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__export__subcmd__postgres)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__import)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__probe)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__prune)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__help__subcmd__repair)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__import)
            opts="-h --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__probe)
            opts="-h --ops --help ready healthy"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --ops)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__prune)
            opts="-h --older-than --dry-run --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --older-than)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chuhe__subcmd__server__subcmd__repair)
            opts="-h --dry-run --data --hall --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --data)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hall)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _chuhe__server -o nosort -o bashdefault -o default chuhe-server
else
    complete -F _chuhe__server -o bashdefault -o default chuhe-server
fi
